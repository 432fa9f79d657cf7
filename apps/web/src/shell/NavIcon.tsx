import { navigationIcons } from '@learnt/contract/standard-navigation'
import SvgIcon from '@mui/material/SvgIcon'
import icons from './nav-icons.svg'

const known = new Set<string | undefined>([...navigationIcons, 'logout'])

/** An icon of nav-icons.svg by its id: one picture that the browser keeps, no script of the first pages. */
export function NavIcon({ name }: { name: string | undefined }) {
  return (
    <SvgIcon fontSize="small">
      <use href={`${icons}#${known.has(name) ? name : 'link'}`} />
    </SvgIcon>
  )
}
