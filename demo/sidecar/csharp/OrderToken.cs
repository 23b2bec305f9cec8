// The order token of a shop in C#, and the check of the signer's callbacks. Standard library only, of .NET and of Mono.
using System;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;

/// <summary>What a token fixes. Amount is in the lowest denomination; Version rises whenever anything changes.</summary>
[DataContract]
public class Order
{
    [DataMember(Name = "order", IsRequired = true)] public string Name;
    [DataMember(Name = "amount", IsRequired = true)] public long Amount;
    [DataMember(Name = "currency", IsRequired = true)] public string Currency;
    [DataMember(Name = "version", IsRequired = true)] public long Version;
    [DataMember(Name = "crn1", IsRequired = true)] public string Crn1;
    [DataMember(Name = "crn2", EmitDefaultValue = false)] public string Crn2;
    [DataMember(Name = "crn3", EmitDefaultValue = false)] public string Crn3;
    [DataMember(Name = "billerCode", EmitDefaultValue = false)] public string BillerCode;
    /// <summary>"payment" when left out, "preauth", or "verify_only" with the amount 0.</summary>
    [DataMember(Name = "action", EmitDefaultValue = false)] public string Action;
    /// <summary>What the shopper may type: "crn2:required:digits:8-12 crn3:20".</summary>
    [DataMember(Name = "shopperReferences", EmitDefaultValue = false)] public string ShopperReferences;
    [DataMember(Name = "surcharge", EmitDefaultValue = false)] public string Surcharge;
    [DataMember(Name = "shopper", EmitDefaultValue = false)] public string Shopper;
    [DataMember(Name = "session", EmitDefaultValue = false)] public string Session;
    [DataMember(Name = "email", EmitDefaultValue = false)] public string Email;
    [DataMember(Name = "person", EmitDefaultValue = false)] public bool Person;
    [DataMember(Name = "testMode", EmitDefaultValue = false)] public bool TestMode;
    // The token's own, which Create fills in.
    [DataMember(Name = "iss")] internal string Issuer;
    [DataMember(Name = "aud")] internal string Audience;
    [DataMember(Name = "iat")] internal long IssuedAt;
    [DataMember(Name = "exp")] internal long ExpiresAt;
}

/// <summary>What the signer says of a payment. Book it once for each TxnNumber, where
/// AgreedAmount, AgreedCurrency and Version are still the order's (otherwise a person has to check), and answer 204.</summary>
[DataContract]
public class Callback
{
    [DataMember(Name = "event")] public string Event;
    [DataMember(Name = "order")] public string Order;
    [DataMember(Name = "version")] public long? Version;
    [DataMember(Name = "action")] public string Action;
    [DataMember(Name = "txnNumber")] public string TxnNumber;
    [DataMember(Name = "amount")] public long? Amount;
    [DataMember(Name = "currency")] public string Currency;
    /// <summary>What was agreed, without a surcharge.</summary>
    [DataMember(Name = "agreedAmount")] public long AgreedAmount;
    [DataMember(Name = "agreedCurrency")] public string AgreedCurrency;
    [DataMember(Name = "iss")] internal string Issuer;
    [DataMember(Name = "aud")] internal string Audience;
    [DataMember(Name = "exp")] internal long ExpiresAt;
}

[DataContract]
public class Head
{
    [DataMember(Name = "alg")] internal string Algorithm;
    [DataMember(Name = "typ")] internal string Type;
    [DataMember(Name = "kid")] internal string KeyId;
}

public static class OrderToken
{
    private const string OrderType = "florin-order+jwt";
    private const string CallbackType = "florin-callback+jwt";
    private const int SecretLength = 32;

    /// <summary>orders.issuer of the signer's configuration.</summary>
    public static string Issuer = "shop.example";

    /// <summary>Signs an order.</summary>
    public static string Create(Order order, string secret, string kid)
    {
        order.Issuer = Issuer;
        order.Audience = "florin";
        order.IssuedAt = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        order.ExpiresAt = order.IssuedAt + 600;
        var head = new Head { Algorithm = "HS256", Type = OrderType, KeyId = kid };
        var signed = Encode(WriteJson(head)) + "." + Encode(WriteJson(order));
        return signed + "." + Encode(Mac(signed, secret));
    }

    /// <summary>A callback, or null when it is not the signer's.</summary>
    public static Callback ReadCallback(string token, string secret)
    {
        var parts = token.Split('.');
        if (parts.Length != 3) return null;
        try
        {
            if (!IsSame(Mac(parts[0] + "." + parts[1], secret), Decode(parts[2]))) return null;
            var head = ReadJson<Head>(Decode(parts[0]));
            var callback = ReadJson<Callback>(Decode(parts[1]));
            var isOurs = head.Algorithm == "HS256" && head.Type == CallbackType
                && callback.Issuer == "florin" && callback.Audience == Issuer
                && callback.ExpiresAt > DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            return isOurs ? callback : null;
        }
        catch (FormatException)
        {
            return null;
        }
        catch (SerializationException)
        {
            return null;
        }
    }

    public static byte[] WriteJson<T>(T value)
    {
        using (var stream = new MemoryStream())
        {
            new DataContractJsonSerializer(typeof(T)).WriteObject(stream, value);
            return stream.ToArray();
        }
    }

    public static T ReadJson<T>(byte[] json)
    {
        using (var stream = new MemoryStream(json)) return (T)new DataContractJsonSerializer(typeof(T)).ReadObject(stream);
    }

    /// <summary>HMAC takes the empty secret too, with which anybody can sign.</summary>
    private static byte[] Mac(string signed, string secret)
    {
        var key = Encoding.UTF8.GetBytes(secret ?? "");
        if (key.Length < SecretLength) throw new ArgumentException("The secret is missing, or has less than " + SecretLength + " bytes");
        using (var mac = new HMACSHA256(key)) return mac.ComputeHash(Encoding.UTF8.GetBytes(signed));
    }

    /// <summary>Takes as long whichever byte is wrong.</summary>
    private static bool IsSame(byte[] one, byte[] other)
    {
        var difference = one.Length ^ other.Length;
        for (var index = 0; index < one.Length && index < other.Length; index += 1) difference |= one[index] ^ other[index];
        return difference == 0;
    }

    private static string Encode(byte[] bytes)
    {
        return Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
    }

    private static byte[] Decode(string text)
    {
        var base64 = text.Replace('-', '+').Replace('_', '/');
        return Convert.FromBase64String(base64.PadRight((base64.Length + 3) / 4 * 4, '='));
    }
}

internal static class Program
{
    // order-token '{"order":"1042",…}' prints a token; order-token --callback <token> prints its claims.
    public static int Main(string[] args)
    {
        try
        {
            return Run(args);
        }
        catch (ArgumentException error)
        {
            Console.Error.WriteLine(error.Message);
            return 2;
        }
    }

    private static int Run(string[] args)
    {
        if (args[0] == "--callback")
        {
            var callback = OrderToken.ReadCallback(args[1], Environment.GetEnvironmentVariable("FLORIN_CALLBACK_SECRET"));
            if (callback == null) return 1;
            Console.WriteLine(Encoding.UTF8.GetString(OrderToken.WriteJson(callback)));
            return 0;
        }
        var order = OrderToken.ReadJson<Order>(Encoding.UTF8.GetBytes(args[0]));
        Console.WriteLine(OrderToken.Create(order, Environment.GetEnvironmentVariable("FLORIN_ORDER_SECRET"), "2026-11"));
        return 0;
    }
}
