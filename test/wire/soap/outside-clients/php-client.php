<?php
// Calls every operation with PHP's SoapClient. In: one JSON object on standard input. Out: the answers as JSON.

function outgoing($value) {
    if (!is_array($value)) return $value;
    if (array_keys($value) === ['base64']) return base64_decode($value['base64']);
    if (array_keys($value) === ['long']) return (int) $value['long'];
    return array_map('outgoing', $value);
}

function incoming($value) {
    if (!is_object($value) && !is_array($value)) return $value;
    $members = array_filter(array_map('incoming', (array) $value), fn ($member) => $member !== null);
    return is_object($value) ? (object) $members : $members;
}

$work = json_decode(stream_get_contents(STDIN), true);
$client = new SoapClient($work['wsdl'], [
    'cache_wsdl' => WSDL_CACHE_NONE,
    'soap_version' => $work['port'] === 'Service_1_4_4Soap12' ? SOAP_1_2 : SOAP_1_1,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);
$answers = [];
foreach ($work['calls'] as $call) {
    try {
        $answers[] = incoming($client->__soapCall($call['operation'], [outgoing($call['parameters'])]));
    } catch (SoapFault $fault) {
        $answers[] = ['fault' => $fault->getMessage(), 'code' => $fault->faultcode];
    }
}
echo json_encode($answers);
