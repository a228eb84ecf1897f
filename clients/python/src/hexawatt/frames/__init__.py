"""Answers as tables of pandas: `pip install 'hexawatt[pandas]'`."""

from hexawatt.frames.to_pandas import FrameData as FrameData, to_pandas as to_pandas
