'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'

const Map = dynamic(() => import('../../../../components/shop-map.jsx'), { ssr: false })

/** From now on this browser gets no more scripts (see proxy.js), for ten seconds. */
export default function Page() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    document.cookie = 'old-tab=1; path=/; max-age=10'
    setOpen(true)
  }, [])
  return (
    <>
      <h1>Find us</h1>
      {open && <Map />}
    </>
  )
}
