import ExpandIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

const providers = ['okta', 'entra'] as const

/** How to set up the two providers that most organisations have, and what Learnt makes of what they send. */
export function SetUpHelp() {
  const { t } = useTranslation('scim')
  return (
    <Box component="section" aria-label={t('help.title')} sx={{ mt: 4, maxWidth: 860 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('help.title')}
      </Typography>
      {providers.map((provider) => (
        <Accordion key={provider} disableGutters variant="outlined">
          <AccordionSummary expandIcon={<ExpandIcon />}>
            <Typography component="span">{t(`help.${provider}.title`)}</Typography>
          </AccordionSummary>
          <AccordionDetails>
            <Box component="ol" sx={{ m: 0, paddingInlineStart: 2.5, '& li': { mb: 0.5 } }}>
              {t(`help.${provider}.steps`)
                .split('\n')
                .map((step) => (
                  <li key={step}>{step}</li>
                ))}
            </Box>
          </AccordionDetails>
        </Accordion>
      ))}
      <Accordion disableGutters variant="outlined">
        <AccordionSummary expandIcon={<ExpandIcon />}>
          <Typography component="span">{t('help.what.title')}</Typography>
        </AccordionSummary>
        <AccordionDetails>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, '& li': { mb: 0.5 } }}>
            {t('help.what.points')
              .split('\n')
              .map((point) => (
                <li key={point}>{point}</li>
              ))}
          </Box>
        </AccordionDetails>
      </Accordion>
    </Box>
  )
}
