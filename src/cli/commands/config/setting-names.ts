/** What `pix config` knows. */
export const SETTINGS = ['language', 'time-zone', 'pager', 'profile'] as const;
export type SettingName = (typeof SETTINGS)[number];

/** Takes a setting away again. */
export const DEFAULT_VALUE = 'default';
