# frozen_string_literal: true

# The order token of a shop in Ruby 3, and the check of the signer's callbacks. Standard library only.
require 'json'
require 'openssl'

module OrderToken
  ORDER_TYPE = 'florin-order+jwt'
  CALLBACK_TYPE = 'florin-callback+jwt'
  SECRET_LENGTH = 32

  module_function

  def encode(bytes) = [bytes].pack('m0').tr('+/', '-_').delete('=')
  def decode(text) = JSON.parse(text.tr('-_', '+/').unpack1('m'))

  # OpenSSL takes the empty secret too, with which anybody can sign.
  def mac(signed, secret)
    raise ArgumentError, "The secret is missing, or has less than #{SECRET_LENGTH} bytes" if secret.to_s.bytesize < SECRET_LENGTH

    encode(OpenSSL::HMAC.digest('SHA256', secret, signed))
  end

  # Signs an order: { order: '1042', amount: 19900, currency: 'AUD', version: 1, crn1: '1042', … }.
  # The issuer is orders.issuer of the signer's configuration.
  def create(order, secret, kid, issuer: 'shop.example')
    now = Time.now.to_i
    claims = order.merge('iss' => issuer, 'aud' => 'florin', 'iat' => now, 'exp' => now + 600)
    head = { 'alg' => 'HS256', 'typ' => ORDER_TYPE, 'kid' => kid }
    signed = [head, claims].map { |part| encode(JSON.generate(part)) }.join('.')
    "#{signed}.#{mac(signed, secret)}"
  end

  # The claims of a callback, or nil when it is not the signer's. Book once for each txnNumber, where
  # agreedAmount, agreedCurrency and version are still the order's (otherwise a person has to check), and answer 204.
  def read_callback(token, secret, issuer: 'shop.example')
    head, body, signature, rest = token.split('.')
    return if signature.nil? || rest
    return unless OpenSSL.secure_compare(mac("#{head}.#{body}", secret), signature)

    said = decode(head)
    claims = decode(body)
    return unless said['alg'] == 'HS256' && said['typ'] == CALLBACK_TYPE
    return unless claims['iss'] == 'florin' && claims['aud'] == issuer && claims['exp'].to_i > Time.now.to_i

    claims
  end
end

# order_token.rb '{"order":"1042",…}' prints a token; order_token.rb --callback <token> prints its claims.
if $PROGRAM_NAME == __FILE__
  begin
    if ARGV[0] == '--callback'
      claims = OrderToken.read_callback(ARGV[1], ENV['FLORIN_CALLBACK_SECRET'])
      exit 1 if claims.nil?
      puts JSON.generate(claims)
    else
      puts OrderToken.create(JSON.parse(ARGV[0]), ENV['FLORIN_ORDER_SECRET'], '2026-11')
    end
  rescue ArgumentError => e
    warn e.message
    exit 2
  end
end
