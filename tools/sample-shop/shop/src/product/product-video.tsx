import { useEffect, useRef } from 'react'

export function ProductVideo({ source }: { readonly source: string }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current!
    void element.play()
    return () => element.pause()
  }, [source])
  return <video ref={video} src={source} muted loop />
}
