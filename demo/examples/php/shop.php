<?php
// The shop: run by PHP's own server (`npm run dev`), which asks this file for every address.
declare(strict_types=1);
require __DIR__ . '/order-token.php';

const ORDERS = __DIR__ . '/orders.json';
const FLORIN = __DIR__ . '/node_modules/florin/dist/browser';

/** All orders. Replace these two functions by your database. */
function read_orders(): array
{
    return is_file(ORDERS) ? json_decode((string) file_get_contents(ORDERS), true) : [];
}

function write_order(string $name, array $order): void
{
    file_put_contents(ORDERS, json_encode([$name => $order] + read_orders(), JSON_PRETTY_PRINT), LOCK_EX);
}

function page(string $content, int $status = 200): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    $named = htmlspecialchars(getenv('FLORIN_PUBLIC_URL') . ' ' . getenv('FLORIN_BASE_URL'));
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

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$isPost = $_SERVER['REQUEST_METHOD'] === 'POST';

// The files of Florin for the page.
if (preg_match('~^/florin/([a-z.-]+\.js)$~', $path, $found) && is_file(FLORIN . "/$found[1]")) {
    header('Content-Type: text/javascript');
    readfile(FLORIN . "/$found[1]");
    exit;
}

if ($path === '/shop.css') {
    header('Content-Type: text/css');
    readfile(__DIR__ . '/shop.css');
    exit;
}

if ($path === '/') {
    page('<h1>Example Shop</h1><form method="post" action="/orders"><button>Buy the book for 199.00 AUD</button></form>');
}

if ($path === '/orders' && $isPost) {
    $name = bin2hex(random_bytes(16));
    write_order($name, ['cents' => 19900, 'version' => 1, 'paidBy' => null]);
    header("Location: /orders/$name", true, 303);
    exit;
}

if (preg_match('~^/orders/([0-9a-f]{32})$~', $path, $found)) {
    // Here you decide who may see and pay an order.
    $name = $found[1];
    $order = read_orders()[$name] ?? null;
    if ($order === null) page('<p>There is no such order.</p>', 404);
    if ($order['paidBy'] !== null) page("<h1>Thank you</h1><p>Paid with transaction {$order['paidBy']}</p>");
    // testMode: nobody is charged, and the cents of the price decide the bank's answer. Remove it to go live.
    $terms = ['order' => $name, 'amount' => $order['cents'], 'currency' => 'AUD', 'version' => $order['version']];
    $more = ['crn1' => $name, 'testMode' => true];
    $token = create_order_token($terms + $more, (string) getenv('FLORIN_ORDER_SECRET'), 'order-1');
    $signer = htmlspecialchars((string) getenv('FLORIN_PUBLIC_URL'));
    page(<<<HTML
        <h1>One book</h1>
        <florin-checkout signer-url="$signer" order="$token" amount="{$order['cents']}" currency="AUD"></florin-checkout>
        HTML);
}

// The signer's callbacks about payments.
if ($path === '/payments' && $isPost) {
    $callback = read_callback((string) file_get_contents('php://input'), (string) getenv('FLORIN_CALLBACK_SECRET'));
    if ($callback === null) {
        http_response_code(403);
        exit;
    }
    $order = read_orders()[$callback['order']] ?? null;
    $isAgreed = $order !== null && $callback['agreedAmount'] === $order['cents'] && $callback['version'] === $order['version'];
    if ($callback['event'] === 'paid' && $isAgreed) {
        write_order($callback['order'], ['paidBy' => $callback['txnNumber']] + $order);
    } else {
        // Money has moved, or may have: a person has to check.
        error_log("{$callback['event']}: order {$callback['order']}, transaction {$callback['txnNumber']}");
    }
    http_response_code(204);
    exit;
}

page('<p>There is no such page.</p>', 404);
