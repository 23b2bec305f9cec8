module florin.example/ordertoken

go 1.19
