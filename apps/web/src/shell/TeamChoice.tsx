import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

/** Which team the settings of a page are for; nothing where there is only one. */
export function TeamChoice({
  teams,
  chosen,
  onChoose,
}: {
  teams: readonly { id: string; displayName: string }[]
  chosen: string
  onChoose: (teamId: string) => void
}) {
  const { t } = useTranslation('settings')
  if (teams.length < 2) return null
  return (
    <TextField
      select
      size="small"
      label={t('team')}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      sx={{ minWidth: 220, mb: 2.5 }}
    >
      {teams.map((team) => (
        <MenuItem key={team.id} value={team.id}>
          {team.displayName}
        </MenuItem>
      ))}
    </TextField>
  )
}
