import { failure } from '../../../errors/command-error.ts';
import type { schedule as english } from '../../en/payouts/schedule.ts';
import { dayText as day } from '../day.ts';
import { payments } from '../numbers.ts';

export const schedule: typeof english = {
  invalidDay: (flag, typed) =>
    failure(
      `valor inválido para ${flag}: "${typed}"`,
      'informe um dia (05/12/2026 ou 2026-12-05), hoje, amanhã ou "último dia útil"',
    ),
  past: (iso) => failure(`${day(iso)} já passou; nada foi registrado nem enviado`, 'para pagar agora, omita --on'),
  holidaysUnknown: (end) =>
    failure(
      `os feriados bancários são conhecidos só até ${day(end)}`,
      'informe o próprio dia: --on 31/01/2036; ou atualize o pix',
    ),
  afterHolidays: (iso, end) =>
    `Os feriados bancários são conhecidos só até ${day(end)}: ${day(iso)} pode ser um deles. O Pix funciona todos os dias.`,
  noBusinessDay: (iso, next) =>
    `${day(iso)} não é dia útil. O Pix funciona todos os dias; o próximo dia útil: --on ${day(next)}`,
  otherwise: (runId, iso) =>
    failure(
      iso === null
        ? `este arquivo já foi processado como ${runId}, sem --on; nada foi enviado`
        : `este arquivo já foi agendado como ${runId}, para ${day(iso)}, e a data não muda; nada foi enviado`,
      `veja: pix payouts status ${runId}; retome: pix payouts resume ${runId}`,
    ),
  planned: (iso) => `Nada é enviado antes de ${day(iso)}.`,
  scheduled: (number, sum, iso, place) =>
    `Agendado para ${day(iso)}: ${payments(number)}, ${sum} (${place}). Ainda não enviado.`,
  sendOn: (runId) =>
    `Nessa data: pix payouts resume ${runId}; sozinho: pix payouts timer ${runId} --for systemd|cron|task-scheduler`,
  notScheduled: (runId) =>
    failure(`o lote ${runId} não tem data`, 'informe a data ao iniciar: pix payouts run ARQUIVO --on DIA'),
  pastTimer: (iso, runId) =>
    failure(
      `esse horário de ${day(iso)} já passou; nenhum temporizador foi escrito`,
      `envie o lote agora: pix payouts resume ${runId}`,
    ),
  invalidTime: (flag, typed) => failure(`valor inválido para ${flag}: "${typed}"`, 'informe uma hora: 09:00'),
  needsProfile: failure(
    'um temporizador não conhece variáveis: a chave e o endereço do registro precisam estar em um perfil',
    'guarde-os: pix auth login -p NOME; pix config set journal ENDEREÇO; e remova PIX_API_KEY e PIX_JOURNAL',
  ),
  needsScheduler: (runId) =>
    failure('--for é obrigatório', `pix payouts timer ${runId} --for systemd|cron|task-scheduler`),
  unusablePath: (path) =>
    failure(
      `um timer não pode citar este caminho: ${path}`,
      'use pastas sem quebras de linha, aspas nem pares de sinais de porcentagem no nome',
    ),
  installFrom: 'Nada foi gravado nem instalado. Para gravar os arquivos e ver como instalar: --out PASTA',
  timerWritten: (path) => `Gravado: ${path}`,
  install: {
    systemd: (name, path) =>
      `Instale: cp ${path}.service ${path}.timer ~/.config/systemd/user/ && systemctl --user enable --now ${name}.timer; para funcionar sem sessão aberta: loginctl enable-linger`,
    cron: (_name, path, zone) =>
      `Instale: (crontab -l; cat ${path}.cron) | crontab -; o horário é o de ${zone}, que também deve ser o do cron, e a máquina precisa estar ligada. Depois, remova a linha: crontab -e`,
    'task-scheduler': (name, path) => `Instale: schtasks /Create /TN "${name}" /XML "${path}.xml"`,
  },
  late: (runId, file, iso) =>
    `ATRASADO: o lote ${runId} (${file}) vencia em ${day(iso)} e não foi enviado por completo. Envie: pix payouts resume ${runId}`,
  moreLate: (number) => `ATRASADO: mais ${number}: pix payouts list`,
};
