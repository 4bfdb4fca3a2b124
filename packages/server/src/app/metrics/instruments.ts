import type { Metric } from '#api/metrics-text.ts'

export interface Counter {
  add(quantity?: number, ...labels: readonly string[]): void
  metric(): Metric
}

/** Without labels it is there from the start, at zero: a rate over something that never happened is 0, not nothing. */
export function createCounter(name: string, help: string, ...labelNames: readonly string[]): Counter {
  const cells = new Map<string, { readonly labels: readonly string[]; value: number }>()
  if (labelNames.length === 0) cells.set('', { labels: [], value: 0 })
  return {
    add(quantity = 1, ...labels) {
      const key = labels.join('\n')
      const cell = cells.get(key)
      if (cell === undefined) cells.set(key, { labels, value: quantity })
      else cell.value += quantity
    },
    metric: () => ({
      name,
      help,
      type: 'counter',
      samples: [...cells.values()].map(({ labels, value }) => ({
        labels: labelled(labelNames, labels),
        value,
      })),
    }),
  }
}

export interface Histogram {
  observe(value: number): void
  metric(): Metric
}

/** Counts values by upper bound; `bounds` ascend. */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0)
  let count = 0
  let sum = 0
  return {
    observe(value) {
      count += 1
      sum += value
      const index = bounds.findIndex((bound) => value <= bound)
      if (index !== -1) counts[index]! += 1
    },
    metric() {
      let below = 0
      const buckets = bounds.map((bound, index) => {
        below += counts[index]!
        return { suffix: '_bucket', labels: { le: String(bound) }, value: below }
      })
      return {
        name,
        help,
        type: 'histogram',
        samples: [
          ...buckets,
          { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
          { suffix: '_sum', value: sum },
          { suffix: '_count', value: count },
        ],
      }
    },
  }
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}

/** One value for each label. */
export function gauges(
  name: string,
  help: string,
  labelName: string,
  values: Iterable<readonly [string, number]>,
): Metric {
  const samples = Array.from(values, ([label, value]) => ({ labels: { [labelName]: label }, value }))
  return { name, help, type: 'gauge', samples }
}

/** A total that somebody else keeps. */
export function total(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', samples: [{ value }] }
}

function labelled(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}
