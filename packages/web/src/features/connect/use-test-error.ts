import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveMessages } from '#product/live/live.ts'
import { sendTestError } from './test-error.ts'
import { projectEventQuery } from './connect-queries.ts'

export type TestError =
  | { readonly step: 'idle' | 'sending' }
  | { readonly step: 'stored'; readonly eventId: string }
  | { readonly step: 'visible'; readonly eventId: string; readonly issueId: string }
  | { readonly step: 'failed'; readonly error: unknown }

/** Asked now and then besides, for the case that the stream is broken as well. */
const ASK_AGAIN_MS = 4000

/** Sends one and follows it: sent, on disk, visible. */
export function useTestError(project: string, projectId: string | undefined, dsn: string | undefined) {
  const [sent, setSent] = useState<Exclude<TestError, { readonly step: 'visible' }>>({ step: 'idle' })
  const eventId = sent.step === 'stored' ? sent.eventId : ''
  const { data, refetch } = useQuery({
    ...projectEventQuery(project, eventId),
    enabled: eventId !== '',
    refetchInterval: ({ state }) => (state.data === undefined ? ASK_AGAIN_MS : false),
  })
  useLiveMessages((message) => {
    if (message.type === 'digest' && message.projectId === projectId && eventId !== '' && data === undefined)
      void refetch()
  })
  const send = async () => {
    if (dsn === undefined || sent.step === 'sending') return
    setSent({ step: 'sending' })
    try {
      setSent({ step: 'stored', eventId: await sendTestError(dsn) })
    } catch (error) {
      setSent({ step: 'failed', error })
    }
  }
  const state: TestError =
    sent.step === 'stored' && data?.eventId === eventId
      ? { step: 'visible', eventId, issueId: data.issueId }
      : sent
  return { state, send }
}
