// Package ordertoken makes the order token of a shop, and checks the signer's callbacks. Standard library only.
package ordertoken

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

const (
	orderType    = "florin-order+jwt"
	callbackType = "florin-callback+jwt"
	secretLength = 32
)

// Issuer is orders.issuer of the signer's configuration. Set it at the start of the program.
var Issuer = "shop.example"

// ErrSecret refuses a secret with which anybody could sign: hmac takes the empty one too.
var ErrSecret = fmt.Errorf("the secret is missing, or has less than %d bytes", secretLength)

// Order is what a token fixes. Amount is in the lowest denomination; Version rises whenever the price changes.
type Order struct {
	Order    string `json:"order"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Version  int64  `json:"version"`
	Crn1     string `json:"crn1"`
	Crn2     string `json:"crn2,omitempty"`
	Crn3     string `json:"crn3,omitempty"`
	// Action is "payment" when left out, "preauth", or "verify_only" with the amount 0.
	Action string `json:"action,omitempty"`
	// ShopperReferences says what the shopper may type: "crn2:required:digits:8-12 crn3:20".
	ShopperReferences string `json:"shopperReferences,omitempty"`
	BillerCode        string `json:"billerCode,omitempty"`
	Surcharge         string `json:"surcharge,omitempty"`
	Shopper           string `json:"shopper,omitempty"`
	Session           string `json:"session,omitempty"`
	Email             string `json:"email,omitempty"`
	Person            bool   `json:"person,omitempty"`
	TestMode          bool   `json:"testMode,omitempty"`
}

type claims struct {
	Order
	Iss string `json:"iss"`
	Aud string `json:"aud"`
	Iat int64  `json:"iat"`
	Exp int64  `json:"exp"`
}

// Callback is what the signer says of a payment. Book it once for each TxnNumber, where
// AgreedAmount, AgreedCurrency and Version are still the order's (otherwise a person has to check), and answer 204.
type Callback struct {
	Iss       string `json:"iss"`
	Aud       string `json:"aud"`
	Exp       int64  `json:"exp"`
	Event     string `json:"event"`
	Order     string `json:"order"`
	Action    string `json:"action"`
	TxnNumber string `json:"txnNumber"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
	Version   *int64 `json:"version"`
	// What was agreed, without a surcharge.
	AgreedAmount   int64  `json:"agreedAmount"`
	AgreedCurrency string `json:"agreedCurrency"`
}

func mac(signed string, secret []byte) string {
	hash := hmac.New(sha256.New, secret)
	hash.Write([]byte(signed))
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil))
}

// CreateOrderToken signs an order.
func CreateOrderToken(order Order, secret []byte, kid string) (string, error) {
	if len(secret) < secretLength {
		return "", ErrSecret
	}
	now := time.Now().Unix()
	head, err := json.Marshal(map[string]string{"alg": "HS256", "typ": orderType, "kid": kid})
	if err != nil {
		return "", err
	}
	body, err := json.Marshal(claims{order, Issuer, "florin", now, now + 600})
	if err != nil {
		return "", err
	}
	signed := base64.RawURLEncoding.EncodeToString(head) + "." + base64.RawURLEncoding.EncodeToString(body)
	return signed + "." + mac(signed, secret), nil
}

// ReadCallback reads a callback, or fails when it is not the signer's.
func ReadCallback(token string, secret []byte) (Callback, error) {
	var callback Callback
	if len(secret) < secretLength {
		return callback, ErrSecret
	}
	refused := errors.New("this callback is not the signer's")
	parts := strings.Split(token, ".")
	if len(parts) != 3 || !hmac.Equal([]byte(mac(parts[0]+"."+parts[1], secret)), []byte(parts[2])) {
		return callback, refused
	}
	var head struct{ Alg, Typ string }
	for index, into := range []any{&head, &callback} {
		text, err := base64.RawURLEncoding.DecodeString(parts[index])
		if err != nil || json.Unmarshal(text, into) != nil {
			return callback, refused
		}
	}
	if head.Alg != "HS256" || head.Typ != callbackType || callback.Iss != "florin" ||
		callback.Aud != Issuer || callback.Exp <= time.Now().Unix() {
		return callback, refused
	}
	return callback, nil
}
