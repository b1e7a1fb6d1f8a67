<?php
// PHP's SoapServer: every method writes what it got to stdout.
ini_set('soap.wsdl_cache_enabled', '0');
const TYPES = [
    'MarkAllOperationsAsReadForCurrency' => ['sessionId' => 'string', 'currency' => 'enum'],
    'MarkAllMessagesAsReadForContact' => ['sessionId' => 'string', 'wmid' => 'string'],
    'ContactSetFavorite' => ['sessionId' => 'string', 'wmid' => 'string', 'value' => 'boolean'],
    'TopupAtmCard' => ['sessionId' => 'string', 'id' => 'long', 'amount' => 'double', 'purseFrom' => 'string'],
    'MarkOperationAsRead' => ['sessionId' => 'string', 'id' => 'long'],
    'TelepaySchedulerConfirmCreate' => ['sessionId' => 'string', 'profileId' => 'int', 'taskId' => 'int', 'code' => 'string'],
    'Exchange' => ['sessionId' => 'string', 'CurrencyToBuy' => 'char', 'CurrencyToPay' => 'char', 'amountToPay' => 'double'],
    'UnsubscribeWithAuthTicket' => ['ticket' => 'string', 'wmid' => 'string', 'pushServiceUserId' => 'string'],
    'UnsubscribeApp' => ['appId' => 'string', 'userId' => 'string', 'pushServiceUserId' => 'string', 'authHash' => 'string'],
    'GetErrorDesc' => ['errorCode' => 'int', 'cultureCode' => 'int'],
];

function token(string $type, mixed $value): string {
    if ($value === null) return 'null';
    return match ($type) {
        'string' => bin2hex($value),
        'double' => bin2hex(pack('E', $value)),
        'boolean' => $value ? 'true' : 'false',
        default => (string) $value,
    };
}

function record(string $operation, array $args): void {
    file_put_contents('php://stdout', json_encode(['operation' => $operation, 'args' => $args]) . "\n");
}

class Handler {
    public function __call(string $operation, array $parameters): mixed {
        $input = $parameters[0] ?? new stdClass();
        if (!isset(TYPES[$operation])) return $this->locate($operation, (string) ($input->any ?? ''));
        $args = [];
        foreach (TYPES[$operation] as $name => $type) $args[] = token($type, $input->$name ?? null);
        record($operation, $args);
        if ($operation === 'GetErrorDesc') return $this->describe((int) $args[0]);
        $hash = 7;
        foreach (str_split($operation . ',' . implode(',', $args)) as $c) $hash = ($hash * 31 + ord($c)) & 0xffffffff;
        return [$operation . 'Result' => $hash >= 0x80000000 ? $hash - 0x100000000 : $hash];
    }

    private function describe(int $code): array {
        if ($code < 0) throw new SoapFault('Server', hex2bin(getenv('INTEROP_FAULT')));
        $texts = explode(',', getenv('INTEROP_TEXTS'));
        return $code < count($texts) ? ['GetErrorDescResult' => hex2bin($texts[$code])] : [];
    }

    /** The address locator's elements are open content: a string of XML. */
    private function locate(string $operation, string $xml): array {
        $content = preg_match('~^<[^>]*[^/>]>(.*)</[^>]*>$~s', $xml, $found) ? $found[1] : '';
        $text = html_entity_decode(str_replace('&#13;', "\r", $content), ENT_QUOTES | ENT_XML1);
        record($operation, [bin2hex($text)]);
        $name = $operation . 'Result';
        return ['any' => "<$name xmlns=\"" . getenv('INTEROP_GEO_NAMESPACE') . "\">$content</$name>"];
    }
}

if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    echo 'ready';
    return;
}
preg_match('~/(\w+)\.(?:asmx|svc)$~', $_SERVER['REQUEST_URI'], $path);
$soap12 = str_starts_with($_SERVER['CONTENT_TYPE'] ?? '', 'application/soap+xml');
$server = new SoapServer(getenv('INTEROP_WSDL') . "/$path[1].wsdl", ['soap_version' => $soap12 ? SOAP_1_2 : SOAP_1_1]);
$server->setObject(new Handler());
$server->handle();
