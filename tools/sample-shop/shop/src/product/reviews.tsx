import { useState } from 'react'
import { loadChunk } from '@acme/view'

export function Reviews({ product }: { readonly product: string }) {
  const [list, setList] = useState<React.ReactNode>()
  async function openReviews() {
    const { ReviewList } = await loadChunk('reviews')
    setList(<ReviewList product={product} />)
  }
  return list ?? <button onClick={() => void openReviews()}>Read the reviews</button>
}
