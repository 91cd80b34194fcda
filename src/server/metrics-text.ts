/** One number of a metric. `suffix`: of a histogram, which of its parts. */
export type Sample = { suffix?: string; labels?: Record<string, string>; value: number }

export type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: Sample[] }

/** As Prometheus reads it (text exposition format, version 0.0.4). `everywhere`: labels that each line carries. */
export function writeMetrics(metrics: readonly Metric[], everywhere: Record<string, string> = {}): string {
  return metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${inBraces({ ...everywhere, ...labels })} ${value}`,
      ),
      '',
    ])
    .join('\n')
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

function inBraces(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
