import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDayOf, startOfDay } from '../../src/service/wallet/sao-paulo-calendar.ts';

const ZONE = 'America/Sao_Paulo';
const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
/** Brazil has had no daylight-saving time since. */
const recentInstant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });

describe('the calendar of São Paulo', () => {
  it('has the day and the month there, in years with daylight-saving time, too', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const day = new Date(at).toLocaleDateString('sv-SE', { timeZone: ZONE });
        expect(calendarDayOf(at)).toEqual({ day, month: day.slice(0, 7) });
      }),
    );
  });

  it('changes its day at midnight there', () => {
    const midnight = Date.UTC(2026, 6, 14, 3);
    expect(calendarDayOf(midnight - 1).day).toBe('2026-07-13');
    expect(calendarDayOf(midnight).day).toBe('2026-07-14');
    expect(calendarDayOf(Date.UTC(2026, 0, 1, 2, 59)).month).toBe('2025-12');
  });

  it('returns the beginning of the day', () => {
    fc.assert(
      fc.property(recentInstant, (at) => {
        const start = startOfDay(at);
        expect(start).toBe(Date.parse(`${calendarDayOf(at).day}T00:00:00-03:00`));
      }),
    );
  });
});
