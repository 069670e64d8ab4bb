package main

import (
	"encoding/json"
	"net/http"
	"os"

	"sample/webhooks"
)

func main() {
	var cases []struct {
		Secret  string
		Headers map[string]string
		Body    string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	results := []string{}
	for _, one := range cases {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		var event struct{ ID string }
		if err := webhooks.VerifyWebhook(one.Secret, headers, []byte(one.Body), &event); err != nil {
			results = append(results, err.Error())
		} else {
			results = append(results, event.ID)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
