'use client'

import { useEffect } from 'react'

export default function Page() {
  useEffect(() => {
    throw new Error('the map could not be drawn')
  }, [])
  return <h1>Find us</h1>
}
