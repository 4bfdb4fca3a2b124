'use client'

import { GlobalErrorPage } from '@hindcast/next/error'

const TEXTS = { title: 'The shop is closed', tell: 'Say what happened' }

export default function GlobalError(props) {
  return <GlobalErrorPage {...props} texts={TEXTS} lang="en-GB" />
}
