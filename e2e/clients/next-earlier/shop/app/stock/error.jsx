'use client'

import { captureException } from '@sentry/nextjs'
import { useEffect } from 'react'

export default function Failed({ error }) {
  useEffect(() => void captureException(error), [error])
  return <p>Digest: {error.digest}</p>
}
