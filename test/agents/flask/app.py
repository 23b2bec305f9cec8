"""A shop that cannot take cards yet. Orders are in memory."""
import os

from flask import Flask, abort, redirect, request

app = Flask(__name__)
orders = {}


def price_of(items):
    """What a cart costs, in cents."""
    return items * 4900


def mark_paid(order_id):
    """The rest of the shop ships when this is called."""
    orders[order_id]["paid"] = True
    with open("paid.log", "a") as log:
        log.write(order_id + "\n")


@app.get("/")
def cart():
    return '<form method="post" action="/orders"><input name="items" value="2"><button>Order</button></form>'


@app.post("/orders")
def create():
    order_id = str(1000 + len(orders))
    orders[order_id] = {"total": price_of(int(request.form["items"])), "paid": False}
    return redirect(f"/orders/{order_id}", 303)


@app.get("/orders/<order_id>")
def show(order_id):
    order = orders.get(order_id) or abort(404)
    state = "paid" if order["paid"] else "not paid"
    return f'<h1>Order {order_id}</h1><p>Total: {order["total"] / 100} AUD, <span id="state">{state}</span></p>'


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "3000")))
