using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Verify
{
    // headers: by name in lower case; body: the bytes as they came
    public static bool IsGenuine(string secret, IDictionary<string, string> headers, byte[] body)
    {
        string own;
        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            own = "sha256=" + BitConverter.ToString(mac.ComputeHash(body)).Replace("-", "").ToLowerInvariant();
        string now, previous;
        headers.TryGetValue("x-hub-signature-256", out now);
        headers.TryGetValue("x-hub-signature-256-previous", out previous);
        return (now + ", " + previous).Split(new[] { ", " }, StringSplitOptions.None).Any(one => Same(one, own));
    }

    // In the same time wherever the two differ; since .NET Core 2.1 CryptographicOperations.FixedTimeEquals
    static bool Same(string a, string b)
    {
        return a.Length == b.Length && a.Zip(b, (x, y) => x ^ y).Aggregate(0, (all, differs) => all | differs) == 0;
    }
}
