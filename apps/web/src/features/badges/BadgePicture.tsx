import { type BadgeDesign, badgeSvg } from '@learnt/contract/badge-picture'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface BadgePictureProps {
  design: BadgeDesign
  label: string
  /** Address of the uploaded picture; null: there is none. */
  picture: string | null
  size: number
}

/** A badge as it is being designed, drawn by the function that draws it on the server. */
export function BadgePicture({ design, label, picture, size }: BadgePictureProps) {
  const inside = useQuery({
    queryKey: ['badgePicture', picture?.split('?')[0]],
    queryFn: ({ signal }) => dataOf(picture ?? '', signal),
    enabled: design.fileId !== null && picture !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const source = useMemo(
    () =>
      `data:image/svg+xml;charset=utf-8,${encodeURIComponent(badgeSvg(design, { label, picture: inside.data ?? null }))}`,
    [design, label, inside.data],
  )
  return <Box component="img" src={source} alt={label} width={size} height={size} sx={{ display: 'block' }} />
}

/** NOTE a picture inside an image may not be fetched by it: it has to be in the address. */
async function dataOf(address: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(address, { signal, credentials: 'same-origin' })
  if (!reply.ok) throw new Error(String(reply.status))
  const content = await reply.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
