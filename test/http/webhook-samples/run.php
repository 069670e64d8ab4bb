<?php

require $argv[1] . '/verify-webhook.php';

$verify = function (array $case): string {
    try {
        return verify_webhook($case['secret'], $case['headers'], $case['body'])['id'];
    } catch (UnexpectedValueException $error) {
        return $error->getMessage();
    }
};

echo json_encode(array_map($verify, json_decode(stream_get_contents(STDIN), true)));
