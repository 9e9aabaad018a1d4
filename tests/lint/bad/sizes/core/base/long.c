int ad_long(int x);
int ad_long(int x)
{
	x += 0;
	x += 1;
	x += 2;
	x += 3;
	x += 4;
	x += 5;
	x += 6;
	x += 7;
	x += 8;
	x += 9;
	x += 10;
	x += 11;
	x += 12;
	x += 13;
	x += 14;
	x += 15;
	x += 16;
	x += 17;
	x += 18;
	x += 19;
	x += 20;
	x += 21;
	x += 22;
	x += 23;
	x += 24;
	x += 25;
	x += 26;
	x += 27;
	x += 28;
	x += 29;
	x += 30;
	x += 31;
	x += 32;
	x += 33;
	x += 34;
	x += 35;
	x += 36;
	x += 37;
	x += 38;
	x += 39;
	x += 40;
	x += 41;
	x += 42;
	x += 43;
	x += 44;
	x += 45;
	x += 46;
	x += 47;
	x += 48;
	x += 49;
	x += 50;
	x += 51;
	x += 52;
	x += 53;
	x += 54;
	x += 55;
	x += 56;
	x += 57;
	x += 58;
	x += 59;
	x += 60;
	x += 61;
	x += 62;
	x += 63;
	x += 64;
	x += 65;
	x += 66;
	x += 67;
	x += 68;
	x += 69;
	x += 70;
	x += 71;
	x += 72;
	x += 73;
	x += 74;
	x += 75;
	x += 76;
	x += 77;
	x += 78;
	return x;
}

int ad_branchy(int x)
{
	if (x == 0 && x)
		x++;
	if (x == 1 && x)
		x++;
	if (x == 2 && x)
		x++;
	if (x == 3 && x)
		x++;
	if (x == 4 && x)
		x++;
	if (x == 5 && x)
		x++;
	if (x == 6 && x)
		x++;
	if (x == 7 && x)
		x++;
	return x;
}

int ad_many(int a, int b, int c, int d, int e, int f, int g)
{
	return a + b + c + d + e + f + g;
}

int ad_deep(int x)
{
	for (;;) {
		while (x) {
			if (x) {
				if (x > 1) {
					if (x > 2) {
						x--;
					}
				}
			}
		}
	}
}

int ad_switch(int x)
{
	switch (x) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return 4;
	case 3:
		return 9;
	case 4:
		return 16;
	case 5:
		return 25;
	case 6:
		return 36;
	case 7:
		return 49;
	case 8:
		return 64;
	case 9:
		return 81;
	case 10:
		return 100;
	case 11:
		return 121;
	case 12:
		return 144;
	case 13:
		return 169;
	case 14:
		return 196;
	}
	return 0;
}

/* wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww */
