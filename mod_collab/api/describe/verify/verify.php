<?php
// headers: by name in lower case; body: the bytes as they came, file_get_contents('php://input')
function isGenuine(string $secret, array $headers, string $body): bool
{
    $own = 'sha256=' . hash_hmac('sha256', $body, $secret);
    $previous = $headers['x-hub-signature-256-previous'] ?? '';
    $genuine = false;
    foreach ([$headers['x-hub-signature-256'] ?? '', ...explode(', ', $previous)] as $one) {
        $genuine = hash_equals($own, $one) || $genuine;
    }
    return $genuine;
}
