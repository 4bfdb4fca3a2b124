import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import type { Spool } from '#spool/spool.ts'
import type { Scenario } from './plans.ts'
import { eventsOf } from './scenarios.ts'
import { sessionsOf } from './sessions.ts'
import { visitsOf, type SampleVisit } from './visits.ts'

/**
 * Sends a scenario down the way of all data, through the spool: samples are digested, grouped and scrubbed by
 * the code that does it for real events.
 */
export async function loadSamples(
  spool: Pick<Spool, 'append'>,
  input: {
    readonly scenario: Scenario
    readonly projectId: string
    readonly keyId: string
    readonly now: number
    readonly seed: number
  },
): Promise<number> {
  const { scenario } = input
  const events = eventsOf(scenario, input.now, input.seed)
  await Promise.all(
    events.map(({ receivedAt, eventId, visitor, payload }) =>
      spool.append(
        {
          receivedAt,
          projectId: input.projectId,
          keyId: input.keyId,
          form: 'envelope',
          eventId,
          clientAddress: visitor.address,
          userAgent: visitor.userAgent,
        },
        encodeEnvelope({ event_id: eventId }, [{ type: 'event', payload: JSON.stringify(payload) }]),
      ),
    ),
  )
  const sessions = sessionsOf(scenario, input.now, input.seed)
  await Promise.all(
    sessions.map(({ receivedAt, payload }) =>
      spool.append(
        { receivedAt, projectId: input.projectId, keyId: input.keyId, form: 'envelope' },
        encodeEnvelope({}, [{ type: 'sessions', payload: JSON.stringify(payload) }]),
      ),
    ),
  )
  await loadVisits(spool, input, visitsOf(scenario, events, input.now, input.seed))
  return events.length
}

async function loadVisits(
  spool: Pick<Spool, 'append'>,
  { projectId, keyId }: { readonly projectId: string; readonly keyId: string },
  visits: readonly SampleVisit[],
): Promise<void> {
  await Promise.all(
    visits.map(({ receivedAt, visitor: { address, userAgent }, transactions }) =>
      spool.append(
        { receivedAt, projectId, keyId, form: 'envelope', clientAddress: address, userAgent },
        encodeEnvelope(
          {},
          transactions.map((payload) => ({ type: 'transaction', payload: JSON.stringify(payload) })),
        ),
      ),
    ),
  )
}
