import { useCallback, useEffect, useRef, useState } from 'react'
import { textOnScreen } from './text-on-screen.ts'

export type Reading =
  | { readonly state: 'idle' }
  | { readonly state: 'reading'; readonly share: number }
  | { readonly state: 'failed'; readonly why: 'not_an_image' | 'nothing_found' | 'unreadable' }

const IDLE: Reading = { state: 'idle' }

/** Reads an image that is pasted or dropped anywhere on the page, or chosen as a file. */
export function useScreenshot(onText: (text: string) => void) {
  const [reading, setReading] = useState(IDLE)
  const current = useRef<AbortController>(undefined)
  const found = useRef(onText)
  useEffect(() => {
    found.current = onText
  }, [onText])

  const read = useCallback(async (file: Blob) => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    const tell = (next: Reading) => {
      if (!signal.aborted) setReading(next)
    }
    if (!file.type.startsWith('image/')) return tell({ state: 'failed', why: 'not_an_image' })
    tell({ state: 'reading', share: 0 })
    try {
      const { recognise } = await import('./recognise.ts')
      const text = textOnScreen(await recognise(file, (share) => tell({ state: 'reading', share }), signal))
      if (signal.aborted) return
      if (text === undefined) return tell({ state: 'failed', why: 'nothing_found' })
      tell(IDLE)
      found.current(text)
    } catch {
      tell({ state: 'failed', why: 'unreadable' })
    }
  }, [])

  useEffect(() => {
    const take = (data: DataTransfer | null, event: Event) => {
      const file = data?.files[0]
      if (file === undefined) return
      event.preventDefault()
      void read(file)
    }
    const onPaste = (event: ClipboardEvent) => take(event.clipboardData, event)
    const onDrop = (event: DragEvent) => take(event.dataTransfer, event)
    // A file that is dropped elsewhere would replace the page.
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    }
    window.addEventListener('paste', onPaste)
    window.addEventListener('drop', onDrop)
    window.addEventListener('dragover', onDragOver)
    return () => {
      window.removeEventListener('paste', onPaste)
      window.removeEventListener('drop', onDrop)
      window.removeEventListener('dragover', onDragOver)
      current.current?.abort()
    }
  }, [read])

  return { reading, read }
}
