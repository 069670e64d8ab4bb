import { Gauge, type Registry } from 'prom-client';

interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** A gauge, and its values in what was read. */
export interface ReadGauge<View> {
  name: string;
  help: string;
  labelNames: readonly string[];
  valuesOf: (view: View) => Sample[];
}

/**
 * Gauges of what all processes share, read from the databases with every scrape. A scrape collects all gauges at the same
 * time, so they share one reading. If it fails, they have no values rather than old ones. Several processes report the same,
 * so that together they report the highest.
 */
export function watchTogether<View>(
  registry: Registry,
  read: () => Promise<View>,
  gauges: readonly ReadGauge<View>[],
): void {
  let reading: Promise<View | undefined> | undefined;
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const { name, help, labelNames, valuesOf } of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const view = await readOnce();
        gauge.reset();
        if (view !== undefined) for (const { labels, value } of valuesOf(view)) gauge.set(labels, value);
        // Without labels, a reset means 0.
        else if (labelNames.length === 0) gauge.set(Number.NaN);
      },
    });
  }
}
