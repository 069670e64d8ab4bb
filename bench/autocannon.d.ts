/** The part of autocannon that the benchmark calls. The package has no types. */
declare module 'autocannon' {
  interface RawRequest {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  interface Result {
    duration: number;
    errors: number;
    timeouts: number;
    '1xx': number;
    '2xx': number;
    '3xx': number;
    '4xx': number;
    '5xx': number;
    latency: { p50: number; p99: number };
  }

  interface Run extends Promise<Result> {
    stop(): void;
  }

  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    timeout: number;
    requests: (RawRequest & { setupRequest: (request: RawRequest) => RawRequest })[];
  }): Run;
}
