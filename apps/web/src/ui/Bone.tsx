import Box from '@mui/material/Box'

/** One grey shape in the place of something that is coming. */
export function Bone({
  width = '100%',
  height = 20,
  radius = 8,
}: {
  width?: number | string
  height?: number | string
  radius?: number
}) {
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        width,
        height,
        borderRadius: `${radius}px`,
        backgroundColor: theme.palette.action.hover,
        '@keyframes bone-breathe': { '50%': { opacity: 0.45 } },
        animation: 'bone-breathe 1600ms ease-in-out infinite',
      })}
    />
  )
}
