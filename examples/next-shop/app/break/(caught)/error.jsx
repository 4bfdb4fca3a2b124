'use client'

import { Apology } from '../../../components/apology.jsx'

export default function Failed({ error, reset }) {
  return <Apology error={error} retry={reset} />
}
