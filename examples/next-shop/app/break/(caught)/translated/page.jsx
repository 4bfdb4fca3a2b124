'use client'

import { useEffect, useRef, useState } from 'react'

/** Replaces texts by elements, as the translation of a browser does. */
function translate(place) {
  for (const text of [...place.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
    const font = document.createElement('font')
    font.textContent = text.textContent
    text.replaceWith(font)
  }
}

export default function Page() {
  const [sold, setSold] = useState(false)
  const place = useRef(null)
  useEffect(() => {
    document.documentElement.classList.add('translated-ltr')
    translate(place.current)
    setSold(true)
  }, [])
  return (
    <p ref={place}>
      {sold ? undefined : 'In stock'}
      <b>Harbour lantern</b>
    </p>
  )
}
