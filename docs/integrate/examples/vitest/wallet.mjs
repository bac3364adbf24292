import { test as base } from 'vitest';
import { walletFixture } from 'pix-wallet/testing';
export const test = base.extend(walletFixture());
