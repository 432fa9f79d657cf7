import { type Theme, useTheme } from '@mui/material/styles'
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

use([BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, CanvasRenderer])

export interface ChartSeries {
  name: string
  values: readonly (number | null)[]
}

export interface ChartProps {
  /** `bar` lies on its side: the categories are long. `days`: a line over time. */
  kind: 'bar' | 'days'
  categories: readonly string[]
  series: readonly ChartSeries[]
  /** What the values are at most; absent: what the largest one needs. */
  max?: number
}

/** Draws a chart in the colours of the page. What it says stands in the table beside it: here it is a picture. */
export function ChartCanvas({ kind, categories, series, max }: ChartProps) {
  const theme = useTheme()
  const holder = useRef<HTMLDivElement>(null)
  const isRtl = theme.direction === 'rtl'
  const height = kind === 'bar' ? Math.max(120, categories.length * 34 + 40) : 260

  useEffect(() => {
    if (!holder.current) return
    const chart = init(holder.current, null, { renderer: 'canvas' })
    chart.setOption(optionOf({ kind, categories, series, ...(max === undefined ? {} : { max }) }, theme, isRtl))
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(holder.current)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [kind, categories, series, max, theme, isRtl])

  return <div ref={holder} style={{ width: '100%', height }} aria-hidden />
}

function optionOf(props: ChartProps, theme: Theme, isRtl: boolean): EChartsCoreOption {
  const { kind, categories, series, max } = props
  const { palette, typography } = theme
  const words = { color: palette.text.secondary, fontFamily: String(typography.fontFamily), fontSize: 12 }
  const line = { lineStyle: { color: palette.divider } }
  const names = {
    type: 'category',
    data: categories,
    axisLine: line,
    axisTick: { show: false },
    axisLabel: { ...words, ...(kind === 'bar' ? { width: 150, overflow: 'truncate' } : { hideOverlap: true }) },
    inverse: kind === 'bar' || isRtl,
    ...(kind === 'bar' && isRtl ? { position: 'right' } : {}),
  }
  const values = {
    type: 'value',
    minInterval: 1,
    min: 0,
    ...(max === undefined ? {} : { max }),
    axisLabel: words,
    splitLine: line,
    inverse: kind === 'bar' && isRtl,
    ...(kind === 'days' && isRtl ? { position: 'right' } : {}),
  }
  return {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    color: [palette.primary.main, palette.secondary.main, palette.warning.main, palette.success.main],
    textStyle: words,
    grid: { left: 8, right: 16, top: series.length > 1 ? 36 : 12, bottom: 8, containLabel: true },
    // NOTE drawn, not written as markup: the page's policy allows no markup with styles of its own
    tooltip: { trigger: 'axis', renderMode: 'richText', confine: true, axisPointer: { type: 'shadow' } },
    ...(series.length > 1 ? { legend: { top: 0, textStyle: words } } : {}),
    xAxis: kind === 'bar' ? values : names,
    yAxis: kind === 'bar' ? names : values,
    series: series.map(({ name, values: data }) =>
      kind === 'bar'
        ? { type: 'bar', name, data, barMaxWidth: 18, itemStyle: { borderRadius: 4 } }
        : { type: 'line', name, data, smooth: false, symbolSize: 5, connectNulls: false },
    ),
  }
}
