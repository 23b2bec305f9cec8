// The order token of a shop in C#, and the check of the signer's callbacks. Standard library only.
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

// order-token '{"order":"1042",…}' prints a token; order-token --callback <token> prints its claims.
if (args[0] == "--callback")
{
    var claims = OrderToken.ReadCallback(args[1], Environment.GetEnvironmentVariable("FLORIN_CALLBACK_SECRET")!);
    if (claims is null) return 1;
    Console.WriteLine(claims.ToJsonString());
    return 0;
}

var order = JsonNode.Parse(args[0])!.AsObject();
Console.WriteLine(OrderToken.Create(order, Environment.GetEnvironmentVariable("FLORIN_ORDER_SECRET")!, "2026-11"));
return 0;

public static class OrderToken
{
    private const string OrderType = "florin-order+jwt";
    private const string CallbackType = "florin-callback+jwt";

    /// <summary>Signs an order: order, amount (minor units), currency, version, crn1, and what else it has.</summary>
    public static string Create(JsonObject order, string secret, string kid)
    {
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        order["iss"] = "shop.example";
        order["aud"] = "florin";
        order["iat"] = now;
        order["exp"] = now + 600;
        var head = new JsonObject { ["alg"] = "HS256", ["typ"] = OrderType, ["kid"] = kid };
        var signed = $"{Encode(Encoding.UTF8.GetBytes(head.ToJsonString()))}.{Encode(Encoding.UTF8.GetBytes(order.ToJsonString()))}";
        return $"{signed}.{Mac(signed, secret)}";
    }

    /// <summary>The claims of a callback, or null when it is not the signer's. Book once for each txnNumber, and answer 204.</summary>
    public static JsonObject? ReadCallback(string token, string secret)
    {
        var parts = token.Split('.');
        if (parts.Length != 3) return null;
        var own = Encoding.UTF8.GetBytes(Mac($"{parts[0]}.{parts[1]}", secret));
        if (!CryptographicOperations.FixedTimeEquals(own, Encoding.UTF8.GetBytes(parts[2]))) return null;
        var head = JsonNode.Parse(Decode(parts[0]))!.AsObject();
        var claims = JsonNode.Parse(Decode(parts[1]))!.AsObject();
        var isOurs = (string?)head["alg"] == "HS256" && (string?)head["typ"] == CallbackType
            && (string?)claims["iss"] == "florin" && (string?)claims["aud"] == "shop.example"
            && (long?)claims["exp"] > DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        return isOurs ? claims : null;
    }

    private static string Mac(string signed, string secret) =>
        Encode(HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(signed)));

    private static string Encode(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    private static byte[] Decode(string text)
    {
        var base64 = text.Replace('-', '+').Replace('_', '/');
        return Convert.FromBase64String(base64.PadRight((base64.Length + 3) / 4 * 4, '='));
    }
}
