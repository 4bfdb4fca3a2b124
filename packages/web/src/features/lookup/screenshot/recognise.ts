import dataUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'
import { createWorker, OEM } from 'tesseract.js'
import workerUrl from 'tesseract.js/dist/worker.min.js?url'

/** Small grey print is read reliably at twice its size. */
const ENLARGED = 2
/** More would take longer than a person waits, and as much memory as a phone has. */
const MOST_PIXELS = 8_000_000

/** Reads the text of an image in a thread of its own. All parts of it come from this server, and nothing leaves the browser. */
export async function recognise(
  image: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const canvas = await enlarged(image)
  // Without a handler the library throws where nobody can catch, and its promise stays open.
  const failure = Promise.withResolvers<never>()
  const made = createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: absolute(workerUrl),
    corePath: absolute(coreUrl),
    // It asks for `eng.traineddata.gz` in this folder.
    langPath: absolute(dataUrl.slice(0, dataUrl.lastIndexOf('/'))),
    workerBlobURL: false,
    cacheMethod: 'none',
    logger: ({ status, progress }) => status === 'recognizing text' && onProgress(progress),
    errorHandler: (error: unknown) => failure.reject(new Error(String(error))),
  })
  const worker = await Promise.race([made, failure.promise])
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const { data } = await Promise.race([worker.recognize(canvas), failure.promise])
    return data.text
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** A worker resolves addresses by its own. */
const absolute = (path: string): string => new URL(path, window.location.href).href

async function enlarged(image: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(image)
  const scale = Math.min(ENLARGED, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}
