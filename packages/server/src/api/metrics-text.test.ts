import { expect, it } from 'vitest'
import { metricsText } from './metrics-text.ts'

it('[AP19] writes metrics as Prometheus reads them', () => {
  expect(
    metricsText([
      { name: 'hindcast_up', help: 'One.', type: 'gauge', samples: [{ value: 1 }] },
      {
        name: 'hindcast_items_total',
        help: 'Items.',
        type: 'counter',
        samples: [
          { labels: { outcome: 'accepted', reason: '' }, value: 3 },
          { labels: { outcome: 'dropped', reason: 'a "b"\\\n' }, value: 0.5 },
        ],
      },
    ]),
  ).toBe(
    '# HELP hindcast_up One.\n# TYPE hindcast_up gauge\nhindcast_up 1\n' +
      '# HELP hindcast_items_total Items.\n# TYPE hindcast_items_total counter\n' +
      'hindcast_items_total{outcome="accepted",reason=""} 3\n' +
      'hindcast_items_total{outcome="dropped",reason="a \\"b\\"\\\\\\n"} 0.5\n',
  )
})
