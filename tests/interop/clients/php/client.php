<?php
// PHP's SoapClient as a client: a call a line on stdin, its result a line on stdout.
ini_set('soap.wsdl_cache_enabled', '0');
$baseUrl = getenv('INTEROP_BASE_URL');
$geo = getenv('INTEROP_GEO_NAMESPACE');
$clients = [];

function client(string $service, string $binding): SoapClient {
    global $clients, $baseUrl;
    $key = "$service $binding";
    if (!isset($clients[$key])) {
        $path = $service === 'AddressLocator' ? '/geosrvex/AddressLocator.svc?wsdl' : "/$service.asmx?WSDL";
        $version = $binding === 'soap12' ? SOAP_1_2 : SOAP_1_1;
        $clients[$key] = new SoapClient($baseUrl . $path, ['soap_version' => $version, 'exceptions' => true, 'keep_alive' => true]);
    }
    return $clients[$key];
}

function valueOf(array $arg): mixed {
    return match ($arg['type']) {
        'string' => hex2bin($arg['value']),
        'int', 'long' => (int) $arg['value'],
        'double' => unpack('E', hex2bin($arg['value']))[1],
        'char' => (int) $arg['value'],
        'boolean' => $arg['value'] === 'true',
        default => $arg['value'],
    };
}

/** The address locator's elements are open content. */
function locate(SoapClient $client, array $call): mixed {
    global $geo;
    $text = htmlspecialchars(valueOf($call['args'][0]), ENT_XML1);
    // htmlspecialchars leaves carriage returns, which a reader would take for a line feed.
    $text = str_replace("\r", '&#13;', $text);
    $any = new SoapVar("<address xmlns=\"$geo\">$text</address>", XSD_ANYXML);
    $answer = $client->__soapCall($call['operation'], [['any' => $any]]);
    // A string of XML; php-xml, which would read it, is a package of its own.
    if (!preg_match('~^<[^>]*[^/>]>(.*)</[^>]*>$~s', $answer->any, $found)) return '';
    return html_entity_decode(str_replace('&#13;', "\r", $found[1]), ENT_QUOTES | ENT_XML1);
}

while (($line = fgets(STDIN)) !== false) {
    $call = json_decode($line, true);
    try {
        $client = client($call['service'], $call['binding']);
        if ($call['service'] === 'AddressLocator') {
            $result = locate($client, $call);
        } else {
            $input = [];
            foreach ($call['args'] as $arg) $input[$arg['name']] = valueOf($arg);
            $answer = $client->__soapCall($call['operation'], [$input]);
            $result = $answer->{$call['operation'] . 'Result'} ?? null;
        }
        $type = $result === null ? 'null' : (is_string($result) ? 'string' : 'int');
        $value = is_string($result) ? bin2hex($result) : (string) $result;
    } catch (SoapFault $fault) {
        $type = in_array($fault->faultcode, ['HTTP', 'WSDL']) || !isset($fault->faultcode) ? 'error' : 'fault';
        $value = bin2hex($fault->getMessage());
    } catch (Throwable $error) {
        [$type, $value] = ['error', bin2hex(get_class($error) . ': ' . $error->getMessage())];
    }
    echo json_encode(['id' => $call['id'], 'type' => $type, 'value' => $value]), "\n";
}
