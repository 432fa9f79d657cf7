import { type EventContent as Content, offlineMinutes, warnDays } from '@learnt/contract/events/content'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { errorAt } from '../documents/field-errors.ts'
import type { ContentEditorProps } from '../documents/kind.ts'
import { ClockDraft } from './ClockDraft.tsx'
import { NumberDraft } from './NumberDraft.tsx'

/** Seats, registration, waiting, cancelling, reminders, joining and attendance. */
export function EventRules({
  value,
  onChange,
  errors,
  locked,
  Group,
}: ContentEditorProps<Content> & { Group: ComponentType<{ title: string; children: ReactNode }> }) {
  const { t } = useTranslation(['eventEditor', 'problems'])
  const { t: problems } = useTranslation('problems')
  const set = (change: Partial<Content>) => onChange((content) => ({ ...content, ...change }))
  const { capacity, registration, waiting, join, attendance } = value
  const two = {
    display: 'grid',
    gap: 2.5,
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    alignItems: 'start',
  }
  const reminderError = fieldText(problems, errorAt(errors, 'reminders'))
  const ruleError = fieldText(problems, errorAt(errors, 'attendance'))
  return (
    <>
      <Group title={t('seats')}>
        <Box sx={two}>
          <NumberDraft
            field="capacity.max"
            label={t('max')}
            help={t('maxHelp')}
            value={capacity.max}
            onChange={(max) => set({ capacity: { ...capacity, max } })}
          />
          <NumberDraft
            field="capacity.min"
            label={t('min')}
            help={t('minHelp')}
            value={capacity.min}
            onChange={(min) => set({ capacity: { ...capacity, min: min ?? 0 } })}
          />
          {capacity.min > 0 && (
            <NumberDraft
              field="capacity.warnDays"
              label={t('warnDays')}
              help={t('warnDaysHelp')}
              value={capacity.warnDays ?? warnDays}
              onChange={(days) => set({ capacity: { ...capacity, warnDays: days ?? 0 } })}
            />
          )}
        </Box>
      </Group>
      <Group title={t('registration')}>
        <Box sx={two}>
          <ClockDraft
            field="registration.opens"
            label={t('opens')}
            help={t('opensHelp')}
            value={registration.opens ?? ''}
            timeZone={value.timeZone}
            error={errorAt(errors, 'registration.opens')}
            locked={locked}
            onChange={(opens) => set({ registration: { ...registration, opens: opens || null } })}
          />
          <ClockDraft
            field="registration.closes"
            label={t('closes')}
            help={t('closesHelp')}
            value={registration.closes ?? ''}
            timeZone={value.timeZone}
            error={errorAt(errors, 'registration.closes')}
            locked={locked}
            onChange={(closes) => set({ registration: { ...registration, closes: closes || null } })}
          />
        </Box>
        <TextField
          select
          data-field="registration.approval"
          label={t('approval')}
          value={registration.approval}
          disabled={locked}
          onChange={({ target }) => set({ registration: { ...registration, approval: target.value as 'none' } })}
        >
          {(['none', 'manager', 'administrator'] as const).map((one) => (
            <MenuItem key={one} value={one}>
              {t(`approvals.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Group>
      <Group title={t('waiting')}>
        <FormControlLabel
          label={t('hasList')}
          disabled={locked}
          control={
            <Switch
              checked={waiting.hasList}
              onChange={({ target }) => set({ waiting: { ...waiting, hasList: target.checked } })}
            />
          }
        />
        {waiting.hasList && (
          <Box sx={two}>
            <NumberDraft
              field="waiting.offerHours"
              label={t('offerHours')}
              help={t('offerHoursHelp')}
              value={waiting.offerHours}
              onChange={(hours) => set({ waiting: { ...waiting, offerHours: hours ?? 0 } })}
            />
            <NumberDraft
              field="waiting.cutOffHours"
              label={t('cutOff')}
              help={t('cutOffHelp')}
              value={waiting.cutOffHours}
              onChange={(hours) => set({ waiting: { ...waiting, cutOffHours: hours ?? 0 } })}
            />
          </Box>
        )}
      </Group>
      <Group title={t('cancelling')}>
        <NumberDraft
          field="cancelHours"
          label={t('cancelHours')}
          help={t('cancelHoursHelp')}
          value={value.cancelHours}
          onChange={(hours) => set({ cancelHours: hours ?? 0 })}
        />
        <Autocomplete
          multiple
          freeSolo
          disabled={locked}
          options={['1', '24', '72', '168']}
          value={value.reminders.map(String)}
          onChange={(_, next) =>
            set({
              reminders: [...new Set(next.map((one) => Math.floor(Number(one))).filter((hours) => hours > 0))].sort(
                (a, b) => b - a,
              ),
            })
          }
          renderInput={(params) => (
            <TextField
              {...params}
              data-field="reminders"
              label={t('reminders')}
              error={Boolean(reminderError)}
              helperText={reminderError || t('remindersHelp')}
            />
          )}
        />
      </Group>
      {value.place !== 'inPerson' && (
        <Group title={t('joining')}>
          <NumberDraft
            field="join.minutes"
            label={t('joinMinutes')}
            value={join.minutes}
            onChange={(minutes) => set({ join: { ...join, minutes: minutes ?? 0 } })}
          />
          <FormControlLabel
            label={t('joinCounts')}
            disabled={locked}
            control={
              <Switch
                checked={join.counts}
                onChange={({ target }) => set({ join: { ...join, counts: target.checked } })}
              />
            }
          />
        </Group>
      )}
      <Group title={t('attendance')}>
        <TextField
          select
          data-field="attendance"
          label={t('attendanceRule')}
          value={attendance.rule}
          disabled={locked}
          error={Boolean(ruleError)}
          helperText={ruleError}
          onChange={({ target }) =>
            set({
              attendance:
                target.value === 'some'
                  ? { rule: 'some', count: 1 }
                  : target.value === 'these'
                    ? { rule: 'these', sessionIds: value.sessions.map((one) => one.id) }
                    : { rule: 'all' },
            })
          }
        >
          {(['all', 'some', 'these'] as const).map((rule) => (
            <MenuItem key={rule} value={rule}>
              {t(`rules.${rule}`)}
            </MenuItem>
          ))}
        </TextField>
        {attendance.rule === 'some' && (
          <NumberDraft
            field="attendance.count"
            label={t('someCount')}
            value={attendance.count}
            onChange={(count) => set({ attendance: { rule: 'some', count: count ?? 1 } })}
          />
        )}
        <NumberDraft
          field="checkIn.offlineMinutes"
          label={t('offlineMinutes')}
          help={t('offlineMinutesHelp')}
          value={value.checkIn?.offlineMinutes ?? offlineMinutes}
          onChange={(minutes) => set({ checkIn: { offlineMinutes: minutes ?? 0 } })}
        />
        {attendance.rule === 'these' && (
          <Box role="group" aria-label={t('rules.these')} sx={{ display: 'grid' }}>
            {value.sessions.map((session, at) => (
              <FormControlLabel
                key={session.id}
                disabled={locked}
                label={`${t('dateNumber', { number: at + 1 })}: ${session.title || session.start.replace('T', ' ')}`}
                control={
                  <Switch
                    checked={attendance.sessionIds.includes(session.id)}
                    onChange={({ target }) =>
                      set({
                        attendance: {
                          rule: 'these',
                          sessionIds: target.checked
                            ? [...attendance.sessionIds, session.id]
                            : attendance.sessionIds.filter((id) => id !== session.id),
                        },
                      })
                    }
                  />
                }
              />
            ))}
          </Box>
        )}
      </Group>
    </>
  )
}
