import { describe } from 'vitest';
import { inEveryLook } from './day.ts';

describe("support's day", () => {
  inEveryLook('support', async (day) => {
    const { withdraws } = (await day.service.request('/api/v1/withdraw/list?limit=1')).json.data;
    const { id, pixKey } = withdraws[0];
    await day.types(`pix find ${id}`);
    await day.types(`pix find ${pixKey}`);
    await day.types('pix find "R$ 206,69"');
    await day.types('pix find natália');
    await day.types('pix find "nobody knows this" --since 2d');
    await day.types(`pix withdraw get ${id}`);
    await day.types(`pix withdraw receipt ${id}`);
    await day.types('pix sync');
    await day.types('pix find "café da manhã" --offline --limit 3');
    await day.types('pix export payments --since 2026-07-10 --format excel-br --out julho.csv');
    await day.types('pix export payments --since 2026-07-10 --format excel-br --out julho.csv');
  });
});
