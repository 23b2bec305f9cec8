<?php
// The order token of a shop in PHP 8, and the check of the signer's callbacks. Standard library only.
declare(strict_types=1);

namespace Florin;

const ORDER_TYPE = 'florin-order+jwt';
const CALLBACK_TYPE = 'florin-callback+jwt';
const SECRET_LENGTH = 32;

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/** A secret of the environment. Without it, and with a short one, anybody could sign: then the program ends. */
function read_secret(string $name): string
{
    $secret = (string) getenv($name);
    assert_secret($secret, $name);
    return $secret;
}

function assert_secret(string $secret, string $name): void
{
    if (strlen($secret) < SECRET_LENGTH) throw new \InvalidArgumentException("$name is missing, or has less than " . SECRET_LENGTH . ' bytes');
}

function mac(string $signed, string $secret): string
{
    // `hash_hmac` takes the empty secret too.
    assert_secret($secret, 'The secret');
    return base64url(hash_hmac('sha256', $signed, $secret, true));
}

/**
 * Signs an order: ['order' => '1042', 'amount' => 19900, 'currency' => 'AUD', 'version' => 1, 'crn1' => '1042', …].
 * The issuer is orders.issuer of the signer's configuration.
 */
function create_order_token(array $order, string $secret, string $kid, string $issuer = 'shop.example'): string
{
    $now = time();
    $claims = ['iss' => $issuer, 'aud' => 'florin', 'iat' => $now, 'exp' => $now + 600] + $order;
    $head = ['alg' => 'HS256', 'typ' => ORDER_TYPE, 'kid' => $kid];
    $signed = base64url(json_encode($head, JSON_THROW_ON_ERROR)) . '.' . base64url(json_encode($claims, JSON_THROW_ON_ERROR));
    return $signed . '.' . mac($signed, $secret);
}

/**
 * The claims of a callback, or null when it is not the signer's. Then book the payment once for each txnNumber, where agreedAmount,
 * agreedCurrency and version are still the order's (otherwise a person has to check), and answer 204.
 */
function read_callback(string $token, string $secret, string $issuer = 'shop.example'): ?array
{
    $parts = explode('.', $token);
    if (count($parts) !== 3) return null;
    [$head, $body, $mac] = $parts;
    if (!hash_equals(mac("$head.$body", $secret), $mac)) return null;
    $header = json_decode(base64_decode(strtr($head, '-_', '+/')), true);
    $claims = json_decode(base64_decode(strtr($body, '-_', '+/')), true);
    if (($header['alg'] ?? '') !== 'HS256' || ($header['typ'] ?? '') !== CALLBACK_TYPE) return null;
    if (($claims['iss'] ?? '') !== 'florin' || ($claims['aud'] ?? '') !== $issuer) return null;
    return ($claims['exp'] ?? 0) > time() ? $claims : null;
}

// php order-token.php '{"order":"1042",…}' prints a token; php order-token.php --callback <token> prints its claims.
if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
    try {
        if ($argv[1] === '--callback') {
            $claims = read_callback($argv[2], read_secret('FLORIN_CALLBACK_SECRET'));
            if ($claims === null) exit(1);
            echo json_encode($claims), "\n";
        } else {
            $order = json_decode($argv[1], true, 2, JSON_THROW_ON_ERROR);
            echo create_order_token($order, read_secret('FLORIN_ORDER_SECRET'), '2026-11'), "\n";
        }
    } catch (\InvalidArgumentException $error) {
        fwrite(STDERR, $error->getMessage() . "\n");
        exit(2);
    }
}
