<?php
// The orders of the shop, each in a file of its own, outside of the web root. Replace these functions by your database.
declare(strict_types=1);

const ORDERS = __DIR__ . '/../.florin/orders';

function write_order(string $name, array $order): void
{
    if (!is_dir(ORDERS) && !@mkdir(ORDERS, 0700, true) && !is_dir(ORDERS)) throw new RuntimeException('The folder of the orders cannot be made');
    // Renamed when it is whole, so that nobody reads half a file, not even after a crash.
    $part = ORDERS . '/' . bin2hex(random_bytes(16)) . '.part';
    $text = json_encode($order, JSON_THROW_ON_ERROR);
    if (file_put_contents($part, $text) !== strlen($text) || !rename($part, ORDERS . "/$name.json")) {
        throw new RuntimeException('An order cannot be written');
    }
}

/** Adds an order of one book, and returns its name. */
function add_order(): string
{
    $name = bin2hex(random_bytes(16));
    write_order($name, ['cents' => 19900, 'version' => 1, 'paidBy' => null]);
    return $name;
}

function find_order(string $name): ?array
{
    // A name becomes a file's name.
    if (!preg_match('/^[0-9a-f]{32}$/D', $name)) return null;
    $text = @file_get_contents(ORDERS . "/$name.json");
    return $text === false ? null : json_decode($text, true, 8, JSON_THROW_ON_ERROR);
}

function mark_paid(string $name, string $transaction): void
{
    write_order($name, ['paidBy' => $transaction] + (find_order($name) ?? throw new RuntimeException('There is no such order')));
}
