import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Verify {
  // headers: by name in lower case; body: the bytes as they came
  static boolean isGenuine(String secret, Map<String, String> headers, byte[] body)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    byte[] own = ("sha256=" + HexFormat.of().formatHex(mac.doFinal(body))).getBytes(UTF_8);
    String sent = headers.getOrDefault("x-hub-signature-256", "")
        + ", " + headers.getOrDefault("x-hub-signature-256-previous", "");
    return Arrays.stream(sent.split(", "))
        .anyMatch(one -> MessageDigest.isEqual(own, one.getBytes(UTF_8)));
  }
}
