// The command order-token '{"order":"1042",…}' prints a token; order-token --callback <token> prints its claims.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"florin.example/ordertoken"
)

func main() {
	if os.Args[1] == "--callback" {
		callback, err := ordertoken.ReadCallback(os.Args[2], []byte(os.Getenv("FLORIN_CALLBACK_SECRET")))
		if errors.Is(err, ordertoken.ErrSecret) {
			stop(err)
		}
		if err != nil {
			os.Exit(1)
		}
		text, _ := json.Marshal(callback)
		fmt.Println(string(text))
		return
	}
	var order ordertoken.Order
	if err := json.Unmarshal([]byte(os.Args[1]), &order); err != nil {
		stop(err)
	}
	token, err := ordertoken.CreateOrderToken(order, []byte(os.Getenv("FLORIN_ORDER_SECRET")), "2026-11")
	if err != nil {
		stop(err)
	}
	fmt.Println(token)
}

func stop(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
