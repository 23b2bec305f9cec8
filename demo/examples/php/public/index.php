<?php
// The shop: every address of it comes here. Nothing else is in the web root but files for everybody.
declare(strict_types=1);

use function Florin\{create_order_token, read_callback, read_secret};

// Errors belong into the log, not on a page.
ini_set('display_errors', '0');
umask(0077);
require __DIR__ . '/../src/order-token.php';
require __DIR__ . '/../src/orders.php';

const FLORIN = __DIR__ . '/../node_modules/florin/dist/browser';

// Without its secrets and addresses the shop answers nobody.
$orderSecret = read_secret('FLORIN_ORDER_SECRET');
$callbackSecret = read_secret('FLORIN_CALLBACK_SECRET');
$signer = (string) getenv('FLORIN_PUBLIC_URL');
$service = (string) getenv('FLORIN_BASE_URL');

/** Text for HTML. */
function h(string|int $text): string
{
    return htmlspecialchars((string) $text, ENT_QUOTES | ENT_SUBSTITUTE);
}

function origin_of(string $url): string
{
    if (!preg_match('~^https?://[^/?#\s;,\'"]+~', $url, $found)) throw new RuntimeException('FLORIN_PUBLIC_URL or FLORIN_BASE_URL is no address');
    return $found[0];
}

/** Headers of every answer: no other script runs in the pages, and no other page shows them in a frame. */
function send_headers(string ...$origins): void
{
    $florin = implode(' ', $origins);
    header("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        . "connect-src 'self' $florin; frame-src 'self' $florin; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        . "require-trusted-types-for 'script'; trusted-types lit-html");
    // The address of a page names the order.
    header('Referrer-Policy: same-origin');
    header('X-Content-Type-Options: nosniff');
    header_remove('X-Powered-By');
}

function page(string $content, int $status = 200): never
{
    global $signer, $service;
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    $named = h("$signer $service");
    echo <<<HTML
        <!doctype html>
        <html lang="en">
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>Example Shop</title>
          <link rel="stylesheet" href="/shop.css" />
          <script type="module" src="/florin/florin.js" data-florin-origins="$named"></script>
          <main>$content</main>
        </html>
        HTML;
    exit;
}

// Not `parse_url`, which fails for some addresses, such as `//`.
[$path] = explode('?', $_SERVER['REQUEST_URI'], 2);
$isPost = $_SERVER['REQUEST_METHOD'] === 'POST';
send_headers(origin_of($signer), origin_of($service));

// PHP's own server sends the files of this folder when its router returns false; another server does so by itself.
if (PHP_SAPI === 'cli-server' && preg_match('~^/[a-z-]+\.css$~D', $path) && is_file(__DIR__ . $path)) return false;

// The files of Florin for the page.
if (preg_match('~^/florin/([a-z.-]+\.js)$~D', $path, $found) && is_file(FLORIN . "/$found[1]")) {
    header('Content-Type: text/javascript');
    readfile(FLORIN . "/$found[1]");
    exit;
}

if ($path === '/') {
    page('<h1>Example Shop</h1><form method="post" action="/orders"><button>Buy the book for 199.00 AUD</button></form>');
}

if ($path === '/orders' && $isPost) {
    header('Location: /orders/' . add_order(), true, 303);
    exit;
}

if (str_starts_with($path, '/orders/')) {
    // Here you decide who may see and pay an order.
    $name = substr($path, strlen('/orders/'));
    $order = find_order($name);
    if ($order === null) page('<p>There is no such order.</p>', 404);
    if ($order['paidBy'] !== null) page('<h1>Thank you</h1><p>Paid with transaction ' . h($order['paidBy']) . '</p>');
    // testMode: nobody is charged, and the cents of the price decide the bank's answer. Remove it to go live.
    $terms = ['order' => $name, 'amount' => $order['cents'], 'currency' => 'AUD', 'version' => $order['version']];
    $token = create_order_token($terms + ['crn1' => $name, 'testMode' => true], $orderSecret, 'order-1');
    [$address, $price] = [h($signer), h($order['cents'])];
    page(<<<HTML
        <h1>One book</h1>
        <florin-checkout signer-url="$address" order="$token" amount="$price" currency="AUD"></florin-checkout>
        HTML);
}

// The signer's callbacks about payments.
if ($path === '/payments' && $isPost) {
    $callback = read_callback((string) file_get_contents('php://input', length: 16384), $callbackSecret);
    if ($callback === null) {
        http_response_code(403);
        exit;
    }
    $order = find_order($callback['order']);
    $isAgreed = $order !== null && $callback['agreedAmount'] === $order['cents'] && $callback['version'] === $order['version'];
    if ($callback['event'] === 'paid' && $isAgreed) {
        mark_paid($callback['order'], $callback['txnNumber']);
    } else {
        // Money has moved, or may have: a person has to check.
        error_log(json_encode(array_intersect_key($callback, ['event' => 1, 'order' => 1, 'txnNumber' => 1])));
    }
    http_response_code(204);
    exit;
}

page('<p>There is no such page.</p>', 404);
