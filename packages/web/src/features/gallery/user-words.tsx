import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import { FeedbackEntry } from '#product/feedback/feedback-entry.tsx'
import { LONG, Specimen, State } from './specimen.tsx'

const SAID: Feedback = {
  id: 'f0',
  message: 'I clicked on refund and nothing happened.',
  name: 'Ada Lovelace',
  email: 'ada@shop.example',
  url: 'https://shop.example/refund',
  occurredAt: '2026-11-14T06:00:00.000Z',
  receivedAt: '2026-11-14T06:00:00.000Z',
  release: 'shop@1.4.2',
  environment: 'production',
  eventId: null,
  replayId: null,
  issue: null,
}
const NOBODY = { name: null, email: null, url: null, release: null, environment: null }

export function UserWords() {
  return (
    <Specimen name="FeedbackEntry" note="What a user wrote, and whatever they said of themselves.">
      <State name="full" wide>
        <FeedbackEntry feedback={SAID} />
      </State>
      <State name="only an address" wide>
        <FeedbackEntry feedback={{ ...SAID, name: null }} />
      </State>
      <State name="nothing but a message" wide>
        <FeedbackEntry feedback={{ ...SAID, ...NOBODY, message: LONG }} />
      </State>
    </Specimen>
  )
}
