'use server'

import { withServerActionInstrumentation } from '@sentry/nextjs'

export async function pay() {
  return withServerActionInstrumentation('pay', {}, () => {
    throw new Error('the bank does not answer')
  })
}
