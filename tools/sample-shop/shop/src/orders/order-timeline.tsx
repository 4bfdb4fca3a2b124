import { formatDay } from '../format'

interface Props {
  readonly placedAt: string
  readonly steps: readonly string[]
}

export function OrderTimeline({ placedAt, steps }: Props) {
  return (
    <section>
      <p>Placed on {formatDay(placedAt)}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
