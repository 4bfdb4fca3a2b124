const MOST_BYTES = 10_000_000

export class UploadError extends Error {
  override readonly name = 'UploadError'
}

export function attachPhoto(form: FormData, photo: File): void {
  if (photo.size > MOST_BYTES) {
    const size = Math.round(photo.size / 1_000_000)
    throw new UploadError(`The photo has ${size} MB; 10 MB are allowed`)
  }
  form.append('photo', photo)
}
