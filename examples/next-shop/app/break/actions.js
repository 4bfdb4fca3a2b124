'use server'

import { withServerActionInstrumentation } from '@sentry/nextjs'

export async function payByForm() {
  throw new Error('the card reader does not answer')
}

export async function payAndWait() {
  throw new Error('the card has expired')
}

export async function payAndForget() {
  throw new Error('the invoice was not written')
}

export async function payWrapped() {
  return withServerActionInstrumentation('payWrapped', () => {
    throw new Error('the bank does not answer')
  })
}
